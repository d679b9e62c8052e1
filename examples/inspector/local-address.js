// Addresses and hosts of this machine and of local networks, which CloudFront never sees (RFC 6890).

const ipv4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const ipv6 = /^(?:::1?$|fe[89ab][\da-f]:|f[cd][\da-f]{2}:)/i;

/** @param {string} address with or without brackets and a port */
export function isLocalAddress(address) {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^::ffff:(?=\d+\.)/i, "");
  return ipv4.test(bare) || ipv6.test(bare);
}

/** Whether a URL is of a stand-in for CloudFront: localhost, an address, or a name without a dot. @param {string} url */
export function isLocalUrl(url) {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return /(?:^|\.)localhost$|^[^.]*$|^[\d.]+$/.test(hostname);
}
