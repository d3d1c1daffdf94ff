"""The hands of Gate: takes deliveries from the record, judges, stops and releases workflow runs, publishes checks."""
