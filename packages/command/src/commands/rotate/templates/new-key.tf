# A second resource: a new encoded_key in the old one would replace the old key.
resource "aws_cloudfront_public_key" "__newId__" {
  name_prefix = "__newName__-"
  encoded_key = file("__publicKeyFile__")
  lifecycle { create_before_destroy = true }
}

# The key group that you have, with both keys.
resource "aws_cloudfront_key_group" "__name__" {
  name = "__name__"
  items = [
    aws_cloudfront_public_key.__name__.id,
    aws_cloudfront_public_key.__newId__.id,
  ]
}

output "new_key_pair_id" { value = aws_cloudfront_public_key.__newId__.id }
