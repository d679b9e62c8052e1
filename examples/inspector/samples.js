// Signed once, with a key that was thrown away; only its public half is here. Each example breaks one of these.

export const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4HVIGSV1aOVc4xYPpR/m
15zE/oaXTQ+yKHYBmqs+igKukaHMqWWk8oQCWTj8iorW0B4boO7J9pNmbf8ttj6R
LAIIGGlp3qRXyawDObfMZj5gGcNsUxkNOjHnNbn5xesJSs83/r+VE5oQ83Bps3KO
fFhBtYcRqCAKkCYFtnARRGxggOwwis1Yyoc4lT3w7mh6xzOFeOR8pvGgDxcaPbbs
qYwkkENqSabzQkZoZ7y1za+0P3LBvfgHpSk5wsTHNrG2C6QkqASSfKlXWbSvqZFT
iZ6NE3k2Twg6i4N6UaMKSCUIXWkIRa+G3QMZM608EvOpYo5s1zi683m2sdZAevFA
FQIDAQAB
-----END PUBLIC KEY-----`;
export const keyPairId = "KEXAMPLERSA2048";

/** Valid until 2026-03-02T10:00:00Z. */
const report =
  "https://d111111abcdef8.cloudfront.net/reports/2026-q1.pdf?Expires=1772445600&Signature=HhiqI7nwEB8hUPgPw5-8cRLph3OijQFUi2jLTSzgMEKGu8UdkN2MjiycrOHa6F1dx-aUemhKSZ4k4v64LS0ldzdNx0zKqT5U-zMnMioyj1~vAFCBB0F5LrFFBw-v44R3i2HfbndAuHnef1l7KkQG8g9q0FJUSqNysVKgoJ6W0YjOC65B5P0-AgcVPONTbOjnQQegc4G7g-GnCs1DAqKxSjzPXEa39TLRgMfb99vCA8w5QCYmiAD-SnGb844D8FY0ZQk004M92cTbODa9bpQe5KXKYoJ7N1StFcbMfLLEn8aSsnqu71-Sq0tZLtEKWzxuxt3jKOlzI7c6GNgRM2KXrw__&Key-Pair-Id=KEXAMPLERSA2048";

/** Signed before `utm_source` was added to it. */
const reportOfNewsletter =
  "https://d111111abcdef8.cloudfront.net/reports/2026-q1.pdf?version=7&utm_source=newsletter&Expires=1772445600&Signature=W-oEcJ2an3yimLG3WAuLgCgCTk7QqYTYblTDm2pw7GYT4R57Lyl1ssSaxPh12bfP0U6Nj-HaWGtmsM55jt3ZPgf2z2WhzxauKYYYQYm9fw9I5StyIYO56BAIFarUcwRTvS1jjEDNCWI3hFnlkPCXtnVSxFvbhaDuYGzj3nlWMc5G~kcGiKsQFu-6Sib8V4gfrnhWOa~wYmVkaNhb7O5vnGvtLE4Nc-J9Bx2-LPqU3FAe3KbbxjyYlLh9Anc3XuWS9~7WVq1D9pHgIr8nb2Rg3PSj3EbxSQwIC1inSEb4ycjdfvWRGiR~PU6QLrNqST1Et2oXk3dxL1czgkkTpo67JA__&Key-Pair-Id=KEXAMPLERSA2048";

/** The space in its path was encoded again after it was signed. */
const talk =
  "https://d111111abcdef8.cloudfront.net/talks/opening%2520day.mp4?Expires=1772445600&Signature=2JbT0YwMckto-IznmqJ857gHGVMHzL~FbZ88uwOPXuNxutkGNLjvS-T3-BLE1eMdv50gGZqS167pDJ7VV2G9PWa8J-Wk-VOgHKYRHgWXPa11L2S12VmfG9cVT98~kiSwPUXSkVCiCNeSC9UdydlmMReWcZXamhE0dVjglKIdD9qcGl2TqhYezkXY~-qvtAddSED1OLCC4~F6rnAQ~I3LJat6fHcEINo1z7XM1ryaNkniHhXzgT6A~JbhnR2IT-O5TJkmpskK40w~U614nwB8zrumeHnLNbY4zNYcjGCY5fsoXpt~8y2Q6pN2NDeMZyI~-s7Ev2WhXpgfyn2c4OW-pQ__&Key-Pair-Id=KEXAMPLERSA2048";

/** From 08:00 to 12:00 UTC on 2026-03-02, for 203.0.113.0/24. */
const lesson =
  "https://d111111abcdef8.cloudfront.net/video/lesson-3.mp4?Policy=eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cHM6Ly9kMTExMTExYWJjZGVmOC5jbG91ZGZyb250Lm5ldC92aWRlby9sZXNzb24tMy5tcDQiLCJDb25kaXRpb24iOnsiRGF0ZUxlc3NUaGFuIjp7IkFXUzpFcG9jaFRpbWUiOjE3NzI0NTI4MDB9LCJEYXRlR3JlYXRlclRoYW4iOnsiQVdTOkVwb2NoVGltZSI6MTc3MjQzODQwMH0sIklwQWRkcmVzcyI6eyJBV1M6U291cmNlSXAiOiIyMDMuMC4xMTMuMC8yNCJ9fX1dfQ__&Signature=FMnpCs-JzCLp-mbUTadFTJTrLP-jal~8OSYxqQ3V5u6X~LrSTlkyy2L3BPNUXTSHe3Ncp3MS9OtpOCnHVZrjbiK1bvb0qwtsx9Vy8wtXTgWtBRC148VEkzZufF-y6XimoC-URxm4N2Ax3C0QUKoumchFFvV-N-NdodV980yPiLmqi8XwnngPzuBiHaeEuFlKycO78HfOoFAyu70WVQctC7IKqYVUNAkvBGfpi2S1QHpP8qBcjAnMlvP1zrS1q3-EN0hiPahJ7tkiyvLVlVFokbo5wOcrHB4DeQh-SRoORgp7SPIE8rDdoMwkgZ3g~u8oxZjtcekX819Lm9Ul1F~qZw__&Key-Pair-Id=KEXAMPLERSA2048";

/** Valid from 2026-03-02T19:00:00Z. */
const premiere =
  "https://d111111abcdef8.cloudfront.net/premiere/feature.mp4?Policy=eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cHM6Ly9kMTExMTExYWJjZGVmOC5jbG91ZGZyb250Lm5ldC9wcmVtaWVyZS9mZWF0dXJlLm1wNCIsIkNvbmRpdGlvbiI6eyJEYXRlTGVzc1RoYW4iOnsiQVdTOkVwb2NoVGltZSI6MTc3MjQ4ODgwMH0sIkRhdGVHcmVhdGVyVGhhbiI6eyJBV1M6RXBvY2hUaW1lIjoxNzcyNDc4MDAwfX19XX0_&Signature=irLJwgS2kMuQ4No8bkNfBHyxZcoPD54zC9K5R0ZcoCZSiLwwQ0hEY14bM8SncEdvdtWGKp1jtscuthG96ytWUNshfCrt8aWNWp3MeTEZZPbiPIkeFrTjHTXXjZlRP2dmf6V34MQB1Wye4uUDYnxVgH1XzaqGy8SkwaHxf6YIZQFIuSyVjh-P9nTGQHC49-d07ePWz7UBaFKrKltUzqLqscTRaYYHrBF3GcJ0D7JlT3I-B8IM4Zg9mJ-t3lZlQtpWZggUWH~pQuoi2knUYczAVBBUj5TAyieSlaoeXmSg6ZFp2Q0bCI5MOJmHxajpSdNZtRWeEW8kH-Gs9svAizd5kg__&Key-Pair-Id=KEXAMPLERSA2048";

/** For https://media.example.com/course/42/*, until 2026-03-02T12:00:00Z. */
const courseCookies = [
  "CloudFront-Policy=eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cHM6Ly9tZWRpYS5leGFtcGxlLmNvbS9jb3Vyc2UvNDIvKiIsIkNvbmRpdGlvbiI6eyJEYXRlTGVzc1RoYW4iOnsiQVdTOkVwb2NoVGltZSI6MTc3MjQ1MjgwMH19fV19",
  "CloudFront-Signature=KhonXP5yxeA-J0uRviFDyjEcDRTnXbc2WWG-H0ghDYQ5Bva4K-srSN0BBmFWWp8zHRJqb~40cZ0E1Kd2KltWimVkM5c9Tr2YVaBJeY4im-petzwqEW-YxYg9rRlts~nSntiOuRpuohH2tFx6UzqofaKH6sQIiLvmFG2GMavsBBMk1C8C-HmwpUd0k8az-aLXrpEaCYtKmYOC3vAgCvbDmwQ30~fQ2c9OdWsQdtAUKV7i92FamjoU5BIG5q4owdc3WhFW4H617nVhFx4sromEHXYmuCuNDEDxhoQVNAQfsvP6T1JTp2Kf~9P0w6pB9J0TXrLJTOOe0kXszbojR2Mwfw__",
  "CloudFront-Key-Pair-Id=KEXAMPLERSA2048",
];
const courseFile = "https://media.example.com/course/42/index.m3u8";

const nextDay = "2026-03-03T09:30:00Z";
const inTime = "2026-03-02T09:00:00Z";

/** A response as curl -i prints it. @param {string[]} fields @param {string} body */
const denied = (fields, body) =>
  [
    "HTTP/2 403",
    "content-type: application/xml",
    "date: Mon, 02 Mar 2026 09:00:00 GMT",
    ...fields,
    "",
    body,
  ].join("\n");

/**
 * By the name of its button: what goes into which field.
 *
 * @type {Record<string, { paste: string } & Partial<Record<import("./fields.js").Field, string>>>}
 */
export const samples = {
  Expired: { paste: report, when: nextDay },
  Tampered: { paste: report.replace("q1.pdf", "salaries.pdf"), when: inTime },
  "Parameter added": { paste: reportOfNewsletter, when: inTime },
  "Two faults at once": {
    paste: report.replace("https:", "http:").replace("?", "?utm_source=newsletter&"),
    when: inTime,
  },
  "URL cut off": { paste: report.slice(0, report.indexOf("&Key-Pair-Id") - 60), when: inTime },
  "Another host name": {
    paste: report.replace("d111111abcdef8.cloudfront.net", "media.example.com"),
    hostnames: "d111111abcdef8.cloudfront.net",
    when: inTime,
  },
  "Encoded twice": { paste: talk, when: inTime },
  "Cookies shadowed": {
    paste: `Cookie: theme=dark; ${courseCookies.join("; ")}`,
    requested: `${courseFile}?Expires=3600`,
    when: inTime,
  },
  "Set-Cookie lines": {
    paste: courseCookies
      .map((cookie) => `Set-Cookie: ${cookie}; Domain=example.com; Path=/courses; Secure; HttpOnly`)
      .join("\n"),
    requested: courseFile,
    when: inTime,
  },
  "No Domain": {
    paste: courseCookies.map((cookie) => `Set-Cookie: ${cookie}; Path=/; Secure; HttpOnly`).join("\n"),
    requested: courseFile,
    pageOrigin: "https://app.example.com",
    when: inTime,
  },
  "Preflight request": {
    paste: `curl -i -X OPTIONS '${courseFile}' -H 'Origin: https://app.example.com' -H 'Access-Control-Request-Method: GET'`,
    method: "OPTIONS",
    pageOrigin: "https://app.example.com",
    answer: denied(
      ["server: CloudFront", "x-cache: Error from cloudfront"],
      '<?xml version="1.0" encoding="UTF-8"?><Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>',
    ),
  },
  "Another address": { paste: lesson, ip: "198.51.100.23", when: inTime },
  "Too early": { paste: premiere, when: "2026-03-02T18:58:20Z" },
  "S3 access denied": {
    paste: report,
    answer: denied(
      ["server: AmazonS3", "x-cache: Error from cloudfront"],
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>EXAMPLE123</RequestId><HostId>example</HostId></Error>',
    ),
  },
  "KMS key disabled": {
    paste: report,
    answer: denied(
      ["server: AmazonS3", "x-cache: Error from cloudfront"],
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>KMS.DisabledException</Code><Message>arn:aws:kms:eu-west-1:111122223333:key/11112222-3333-4444-5555-666677778888 is disabled.</Message><RequestId>EXAMPLE123</RequestId><HostId>example</HostId></Error>',
    ),
  },
  "Valid request": { paste: `curl -i '${lesson}'`, ip: "203.0.113.77", when: inTime },
};
