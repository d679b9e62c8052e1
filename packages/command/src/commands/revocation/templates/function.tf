resource "aws_cloudfront_key_value_store" "__id__" {
  name = "__name__"
}

resource "aws_cloudfront_function" "__id__" {
  name    = "__name__"
  runtime = "cloudfront-js-2.0"
  code    = file("__file__")
  key_value_store_associations = [aws_cloudfront_key_value_store.__id__.arn]
}

output "denied_grants" { value = aws_cloudfront_key_value_store.__id__.arn }
