"""What Lighthouse says of the start page and of a sheet, as `make lighthouse` asks it."""
