"""The HTTP server: connections by waitress, each with its deadlines; processes by gunicorn.

No server has settings that bound how long a whole request may take to come and an answer to be
taken: neither waitress nor gunicorn's own workers, uvicorn, hypercorn, granian or cheroot. Which
inner parts of waitress and gunicorn are used for it, tests/server/test_borrowed_parts.py lists.
"""
