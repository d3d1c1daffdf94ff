"""The one door to GitHub (ADR 0006): everything that is asked of it or told to it goes through here, as our own nouns."""
