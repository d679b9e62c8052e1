/** Why a value is no IPv4 address or CIDR. */
export type IpAddressProblem =
  | { readonly id: "wrong-type"; readonly type: string }
  | {
      readonly id:
        | "empty"
        | "unset"
        | "space"
        | "list"
        | "range"
        | "ipv6"
        | "host-name"
        | "wildcard"
        | "netmask";
    }
  | { readonly id: "ipv4-mapped" | "port"; readonly address: string }
  | { readonly id: "prefix-length"; readonly written: string }
  | { readonly id: "octet-count"; readonly count: number }
  | { readonly id: "octet-size" | "leading-zero"; readonly octet: string }
  | { readonly id: "not-an-address" };
