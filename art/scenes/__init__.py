"""One module a picture: build() models it, VIEW says where the camera stands."""
