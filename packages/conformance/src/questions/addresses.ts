import { objectPath } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { custom, policyWith, validUntil } from "../signed-probe.ts";

const source = "Create a signed URL using a custom policy";

/** `AWS:SourceIp` as JSON; `address` is the one that CloudFront sees. */
function sourceIp(
  id: string,
  asks: string,
  json: (address: string) => string,
  more: { readonly source?: string } = {},
): RequestQuestion {
  return question(
    id,
    asks,
    (to) =>
      custom(to, {
        policy: policyWith(
          to.origin + objectPath,
          `${validUntil(to)},"IpAddress":{"AWS:SourceIp":${json(to.viewerAddress ?? "")}}`,
        ),
      }),
    { ...more, needsViewerAddress: true },
  );
}

export const addresses: Topic = {
  title: "Addresses",
  questions: [
    sourceIp("address-own", "Is the viewer's address with /32 accepted?", (own) => `"${own}/32"`, { source }),
    sourceIp("address-without-mask", "Is an address without /32 that address?", (own) => `"${own}"`),
    sourceIp("address-host-bits", "May a CIDR have bits after its mask?", (own) => `"${own}/24"`),
    sourceIp("address-every", "Does 0.0.0.0/0 cover every address?", () => '"0.0.0.0/0"', { source }),
    sourceIp("address-every-without-mask", "Does 0.0.0.0 cover every address?", () => '"0.0.0.0"'),
    sourceIp("address-other", "Is another address denied?", () => '"203.0.113.254/32"', { source }),
    sourceIp("address-mask-33", "What is the answer to the mask /33?", (own) => `"${own}/33"`),
    sourceIp("address-leading-zero", "Is a leading zero in an address read?", (own) => `"0${own}/32"`),
    sourceIp("address-spaces", "Are spaces around an address left out?", (own) => `" ${own}/32 "`),
    sourceIp("address-list", "May AWS:SourceIp be a list?", (own) => `["${own}/32"]`, { source }),
    sourceIp("address-ipv6-every", "What is the answer to ::/0?", () => '"::/0"', { source }),
    sourceIp(
      "address-ipv4-mapped",
      "Is ::ffff: in front of an address read?",
      (own) => `"::ffff:${own}/128"`,
    ),
    sourceIp("address-netmask", "Is a mask in dots read?", (own) => `"${own}/255.255.255.255"`),
    sourceIp("address-word", "What is the answer to a word as address?", () => '"undefined"'),
    sourceIp("address-empty", "What is the answer to an empty address?", () => '""'),
  ],
};
