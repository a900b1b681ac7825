"""The pages: one blueprint a module, from a request to a rendered template or a redirect."""
