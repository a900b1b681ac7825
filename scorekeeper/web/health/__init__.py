"""What watches over the server is told here."""
