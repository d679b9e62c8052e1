terraform {
  required_version = ">= 1.5.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0.0, < 7.0.0"
    }
  }
}

variable "prefix" {
  description = "What the names of all resources start with"
  type        = string
}

variable "region" {
  description = "The region of the bucket; that of the environment or the profile if it is null"
  type        = string
  default     = null
}

locals {
  object_keys = toset([
    "object.txt",
    "cached/object.txt",
    "odd/a b.txt",
    "odd/a+b.txt",
    "odd/a,b.txt",
    "odd/a~b.txt",
    "odd/it's.txt",
    "odd/\u00fc.txt",
  ])
}

provider "aws" {
  region = var.region

  default_tags {
    tags = {
      Name    = var.prefix
      Purpose = "cloudfront-sign conformance"
    }
  }
}

resource "aws_s3_bucket" "objects" {
  bucket_prefix = "${var.prefix}-"
  force_destroy = true
}

resource "aws_s3_bucket_public_access_block" "objects" {
  bucket                  = aws_s3_bucket.objects.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_object" "objects" {
  for_each = local.object_keys

  bucket       = aws_s3_bucket.objects.id
  key          = each.value
  content      = "cloudfront-sign conformance\n"
  content_type = "text/plain"
}

# The distribution may list the bucket, so that S3 answers 404 for an object that it does not have.
data "aws_iam_policy_document" "objects" {
  statement {
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = [aws_s3_bucket.objects.arn, "${aws_s3_bucket.objects.arn}/*"]

    principals {
      type        = "Service"
      identifiers = ["cloudfront.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "AWS:SourceArn"
      values   = [aws_cloudfront_distribution.conformance.arn]
    }
  }

  # For the question about uploads alone.
  statement {
    actions   = ["s3:PutObject"]
    resources = ["${aws_s3_bucket.objects.arn}/uploads/*"]

    principals {
      type        = "Service"
      identifiers = ["cloudfront.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "AWS:SourceArn"
      values   = [aws_cloudfront_distribution.conformance.arn]
    }
  }
}

resource "aws_s3_bucket_policy" "objects" {
  bucket = aws_s3_bucket.objects.id
  policy = data.aws_iam_policy_document.objects.json
}

resource "aws_cloudfront_public_key" "rsa" {
  name        = "${var.prefix}-rsa"
  encoded_key = file("${path.module}/rsa.public.pem")
}

resource "aws_cloudfront_public_key" "ec" {
  name        = "${var.prefix}-ec"
  encoded_key = file("${path.module}/ec.public.pem")
}

resource "aws_cloudfront_key_group" "conformance" {
  name  = var.prefix
  items = [aws_cloudfront_public_key.rsa.id, aws_cloudfront_public_key.ec.id]
}

resource "aws_cloudfront_origin_access_control" "objects" {
  name                              = var.prefix
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}

# For the questions about the cache key alone. All other paths use CachingDisabled.
resource "aws_cloudfront_cache_policy" "query_strings" {
  name        = var.prefix
  min_ttl     = 60
  default_ttl = 60
  max_ttl     = 60

  parameters_in_cache_key_and_forwarded_to_origin {
    cookies_config {
      cookie_behavior = "none"
    }

    headers_config {
      header_behavior = "none"
    }

    query_strings_config {
      query_string_behavior = "all"
    }
  }
}

resource "aws_cloudfront_distribution" "conformance" {
  comment         = var.prefix
  enabled         = true
  is_ipv6_enabled = false
  http_version    = "http1.1"
  price_class     = "PriceClass_100"

  origin {
    origin_id                = "objects"
    domain_name              = aws_s3_bucket.objects.bucket_regional_domain_name
    origin_access_control_id = aws_cloudfront_origin_access_control.objects.id
  }

  default_cache_behavior {
    target_origin_id       = "objects"
    viewer_protocol_policy = "https-only"
    allowed_methods        = ["GET", "HEAD", "OPTIONS"]
    cached_methods         = ["GET", "HEAD"]
    trusted_key_groups     = [aws_cloudfront_key_group.conformance.id]
    # CachingDisabled, one of the managed cache policies
    cache_policy_id = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
  }

  ordered_cache_behavior {
    path_pattern           = "/cached/*"
    target_origin_id       = "objects"
    viewer_protocol_policy = "https-only"
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    trusted_key_groups     = [aws_cloudfront_key_group.conformance.id]
    cache_policy_id        = aws_cloudfront_cache_policy.query_strings.id
  }

  ordered_cache_behavior {
    path_pattern           = "/uploads/*"
    target_origin_id       = "objects"
    viewer_protocol_policy = "https-only"
    allowed_methods        = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"]
    cached_methods         = ["GET", "HEAD"]
    trusted_key_groups     = [aws_cloudfront_key_group.conformance.id]
    cache_policy_id        = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
  }

  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }

  viewer_certificate {
    cloudfront_default_certificate = true
  }
}

output "origin" {
  value = "https://${aws_cloudfront_distribution.conformance.domain_name}"
}

output "rsa_key_pair_id" {
  value = aws_cloudfront_public_key.rsa.id
}

output "ec_key_pair_id" {
  value = aws_cloudfront_public_key.ec.id
}

# For a look at what was made; no request needs it.
output "bucket" {
  value = aws_s3_bucket.objects.id
}
