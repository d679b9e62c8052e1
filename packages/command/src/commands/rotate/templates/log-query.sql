SELECT cs_host, cs_uri_stem, count(*) AS requests
FROM cloudfront_standard_logs
WHERE cast("date" AS varchar) || 'T' || time || 'Z' >= '__since__'
  AND sc_status < 400
  AND (cs_uri_query LIKE '%Key-Pair-Id=__id__%'
    OR cs_cookie LIKE '%CloudFront-Key-Pair-Id=__id__%')
GROUP BY cs_host, cs_uri_stem
