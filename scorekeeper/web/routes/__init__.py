"""From a request to a rendered template or a redirect: blueprints, and what they share."""
