"""The objects of the world in the form that GitHub's REST answers and webhooks give them."""
