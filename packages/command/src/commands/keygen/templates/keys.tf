resource "aws_cloudfront_public_key" "__name__" {
  name_prefix = "__name__-"
  encoded_key = <<-EOT
    __publicKey__
  EOT
  lifecycle { create_before_destroy = true }
}

# For the cache behavior of the private path: trusted_key_groups = [aws_cloudfront_key_group.__name__.id]
resource "aws_cloudfront_key_group" "__name__" {
  name  = "__name__"
  items = [aws_cloudfront_public_key.__name__.id]
}

# Sign with this ID.
output "__name___key_pair_id" { value = aws_cloudfront_public_key.__name__.id }
