import { streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { end, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createDashSigningStream,
  signDashManifest,
  type UnsignedReference,
} from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/**
 * Manifests of the structure that AWS Elemental MediaPackage and MediaTailor give, behind one distribution. Structure by
 * AWS's pages "HLS manifest examples", "DASH manifest examples", "MpdLocation" and "manifest.*" parameters of MediaTailor,
 * and "DASH manifest options" of MediaPackage; all names are invented.
 */

const cdn = "https://d111111abcdef8.cloudfront.net";
const grant = await recorder().signer.grant({ resource: `${cdn}/*`, dateLessThan: end });
const ads = "https://segments.mediatailor.eu-central-1.amazonaws.com";
const tailor = "https://0123456789abcdef.mediatailor.eu-central-1.amazonaws.com";

interface Manifest {
  readonly name: string;
  readonly url: string;
  readonly text: string;
  readonly trusted?: readonly string[];
  /** What stays unsigned: other hosts, and nothing else. */
  readonly left?: readonly string[];
  /** A `BaseURL` stands behind what it may move, so a stream cannot sign it. */
  readonly needsText?: boolean;
}

const manifests: readonly Manifest[] = [
  {
    name: "MediaPackage, multivariant playlist",
    url: `${cdn}/out/v1/0abc/index.m3u8`,
    text: `#EXTM3U
#EXT-X-VERSION:4
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:LANGUAGE="eng",AUTOSELECT=YES,CHANNELS="2",FORCED=NO,TYPE=AUDIO,URI="index_3_0.m3u8?¤",GROUP-ID="audio_0",DEFAULT=YES,NAME="eng"
#EXT-X-MEDIA:LANGUAGE="eng",AUTOSELECT=YES,FORCED=NO,TYPE=SUBTITLES,URI="index_7_0.m3u8?¤",GROUP-ID="subtitles",DEFAULT=YES,NAME="English"
#EXT-X-STREAM-INF:CODECS="avc1.640029,mp4a.40.2",AVERAGE-BANDWIDTH=2525657,AUDIO="audio_0",SUBTITLES="subtitles",FRAME-RATE=29.97,BANDWIDTH=2665212
index_1.m3u8?¤
#EXT-X-I-FRAME-STREAM-INF:CODECS="avc1.640029",BANDWIDTH=300000,URI="index_9_0.m3u8?¤"
`,
  },
  {
    name: "MediaPackage, live with ad markers and program time",
    url: `${cdn}/out/v1/0abc/index_1.m3u8?start=2030-01-01T00:00:00Z`,
    text: `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:7
#EXT-X-MEDIA-SEQUENCE:51
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-PROGRAM-DATE-TIME:2030-01-01T00:00:00.000Z
#EXTINF:6.006,
index_1_51.ts?m=1566416212&¤
#EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP/wFAUAAAABf+/+
#EXT-X-ASSET:CAID=0x0000000020FB6501
#EXT-X-CUE-OUT:30.000
#EXT-X-DATERANGE:ID="1",START-DATE="2030-01-01T00:00:06.006Z",PLANNED-DURATION=30.000,SCTE35-OUT=0xFC302500
#EXTINF:6.006,
index_1_52.ts?m=1566416212&¤
#EXT-X-CUE-OUT-CONT:6.006/30
#EXTINF:6.006,
index_1_53.ts?m=1566416212&¤
#EXT-X-CUE-IN
`,
  },
  {
    name: "MediaPackage, encrypted with SPEKE",
    url: `${cdn}/out/v1/0abc/index_1.m3u8`,
    trusted: ["keys.example.com"],
    left: ["https://keys.example.com/key/1"],
    text: `#EXTM3U
#EXT-X-VERSION:5
#EXT-X-TARGETDURATION:6
#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://0a1b",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/key/1",IV=0x00000000000000000000000000000001
#EXTINF:6.000,
../../../0abc/11/index_1_1.ts?m=1566416212&¤
`,
  },
  {
    name: "MediaPackage, CMAF with low latency",
    url: `${cdn}/out/v1/group/channel/index_1.m3u8?_HLS_msn=4`,
    text: `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0
#EXT-X-PART-INF:PART-TARGET=0.5
#EXT-X-MAP:URI="segment_1_init.mp4?m=1&¤"
#EXT-X-PART:DURATION=0.5,URI="part_1_4_0.mp4?m=1&¤",INDEPENDENT=YES
#EXTINF:2.000,
segment_1_4.mp4?m=1&¤
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part_1_5_0.mp4?m=1&¤"
#EXT-X-RENDITION-REPORT:URI="index_2.m3u8?¤",LAST-MSN=4,LAST-PART=3
`,
  },
  {
    name: "MediaPackage, DASH with a timeline and events",
    url: `${cdn}/out/v1/0abc/index.mpd`,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<MPD id="201" type="dynamic" publishTime="2030-01-01T00:00:00" minimumUpdatePeriod="PT15S" availabilityStartTime="2029-12-31T00:00:00+00:00" minBufferTime="PT30S" xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:scte35="urn:scte:scte35:2013:xml" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" profiles="urn:mpeg:dash:profile:isoff-live:2011" xsi:schemaLocation="urn:mpeg:dash:schema:mpd:2011 http://standards.iso.org/ittf/PubliclyAvailableStandards/MPEG-DASH_schema_files/DASH-MPD.xsd">
  <Period start="PT206.004S" id="129" duration="PT30S">
    <EventStream timescale="90000" schemeIdUri="urn:scte:scte35:2013:xml">
      <Event duration="2700000"><scte35:SpliceInfoSection protocolVersion="0"><scte35:SpliceInsert spliceEventId="1"/></scte35:SpliceInfoSection></Event>
    </EventStream>
    <AdaptationSet mimeType="video/mp4" segmentAlignment="true" startWithSAP="1">
      <Representation id="1" bandwidth="2499968" codecs="avc1.4D4028">
        <SegmentTemplate timescale="30000" media="index_video_1_0_$Number$.mp4?m=1528475245&amp;¤" initialization="index_video_1_0_init.mp4?m=1528475245&amp;¤" startNumber="178444">
          <SegmentTimeline><S t="10780" d="60060" r="3"/></SegmentTimeline>
        </SegmentTemplate>
      </Representation>
    </AdaptationSet>
  </Period>
  <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://time.example.com/?iso"/>
</MPD>
`,
  },
  {
    name: "MediaPackage, DASH with steering and an address of its own",
    url: `${cdn}/out/v1/group/channel/index.mpd`,
    needsText: true,
    trusted: ["d111111abcdef8.cloudfront.net"],
    text: `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic">
<Location>index.mpd?session=1&amp;¤</Location>
<ContentSteering queryBeforeStart="true" defaultServiceLocation="a">https://d111111abcdef8.cloudfront.net/steering.json?¤</ContentSteering>
<BaseURL serviceLocation="a">https://d111111abcdef8.cloudfront.net/out/v1/group/channel/</BaseURL>
<Period id="1"><AdaptationSet mimeType="video/mp4">
<ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"><dashif:Laurl xmlns:dashif="https://dashif.org/CPS">https://license.example.com/</dashif:Laurl></ContentProtection>
<SegmentTemplate timescale="30" media="segment_$RepresentationID$_$Time$.mp4?¤" initialization="segment_$RepresentationID$_init.mp4?¤"/>
<Representation id="video/1" bandwidth="1"/></AdaptationSet></Period></MPD>`,
  },
  {
    name: "MediaTailor, multivariant playlist with a session and manifest.* parameters",
    url: `${cdn}/v1/master/111122223333/origin/index.m3u8?manifest.test=123`,
    text: `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-MEDIA:LANGUAGE="eng",TYPE=SUBTITLES,URI="../../../manifest/111122223333/origin/5b1c/1.m3u8?test=123&¤",GROUP-ID="subtitles",NAME="caption_1"
#EXT-X-STREAM-INF:CODECS="avc1.640029,mp4a.40.2",SUBTITLES="subtitles",BANDWIDTH=2665212
../../../manifest/111122223333/origin/5b1c/0.m3u8?test=123&¤
`,
  },
  {
    name: "MediaTailor, media playlist with ads of AWS's own host",
    url: `${cdn}/v1/manifest/111122223333/origin/5b1c/0.m3u8?test=123`,
    trusted: ["*.mediatailor.eu-central-1.amazonaws.com"],
    left: [`${ads}/0a/asset_1.ts`, "https://tracking.mediatailor.eu-central-1.amazonaws.com/b"],
    text: `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:7
#EXT-X-MEDIA-SEQUENCE:28716269
#EXTINF:6.006,
${cdn}/out/v1/0abc/index_1_1.ts?foo=1&test=123&¤
#EXT-X-DISCONTINUITY
#EXT-X-KEY:METHOD=NONE
#EXTINF:6.006,
${ads}/0a/asset_1.ts
#EXT-X-ACME-BEACON:URL="https://tracking.mediatailor.eu-central-1.amazonaws.com/b"
#EXTINF:6.006,
../../../../segment/111122223333/origin/5b1c/0/2?test=123&¤
`,
  },
  {
    name: "MediaTailor, DASH with a Location of AWS's own host, and ads in a Period",
    url: `${cdn}/v1/dash/111122223333/origin/index.mpd?sessionId=5b1c`,
    trusted: ["*.mediatailor.eu-central-1.amazonaws.com"],
    left: [
      `${tailor}/v1/dash/111122223333/origin/index.mpd?test=123&sessionId=5b1c`,
      "$Number$.mp4?test=123",
    ],
    text: `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT15S">
<Location>${tailor}/v1/dash/111122223333/origin/index.mpd?test=123&amp;sessionId=5b1c</Location>
<BaseURL>${cdn}/out/v1/0abc/</BaseURL>
<Period id="1" start="PT0S"><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><SegmentTemplate media="index_$Number$.mp4?¤" startNumber="1"/></Representation></AdaptationSet></Period>
<Period id="1_ad" start="PT30S"><BaseURL>${ads}/0a/</BaseURL><AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Number$.mp4?test=123" startNumber="1"/><Representation id="1" bandwidth="1"/></AdaptationSet></Period>
</MPD>`,
  },
  {
    name: "MediaTailor, DASH with MpdLocation DISABLED and ads behind the distribution",
    url: `${cdn}/v1/dash/111122223333/origin/index.mpd?sessionId=5b1c`,
    text: `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic">
<Period id="1"><BaseURL>${cdn}/out/v1/0abc/</BaseURL><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><SegmentTemplate media="index_$Number$.mp4?¤"/></Representation></AdaptationSet></Period>
<Period id="1_ad"><BaseURL>${cdn}/tm/0a/</BaseURL><AdaptationSet mimeType="video/mp4"><SegmentTemplate initialization="i.mp4?test=123&amp;¤" media="$Number$.mp4?test=123&amp;¤"/><Representation id="1" bandwidth="1"/></AdaptationSet></Period>
</MPD>`,
  },
];

it.each(manifests)(
  "$name",
  streaming(async ({ url, text, trusted, left = [], needsText }) => {
    const found: string[] = [];
    const options = { trusted, onLeft: ({ url }: UnsignedReference) => void found.push(url) };
    const given = text.replace(/\?¤|&(?:amp;)?¤/g, "");
    const isXml = text.startsWith("<");
    const signed = isXml
      ? signDashManifest(given, grant, { manifestUrl: url, ...options })
      : signHlsPlaylist(given, grant, { playlistUrl: url, ...options });
    const expected = text.replaceAll("¤", isXml ? grant.query.replaceAll("&", "&amp;") : grant.query);
    expect(signed).toBe(expected);
    expect(found).toEqual(left);

    if (needsText) return;
    found.length = 0;
    const stream = isXml
      ? createDashSigningStream(grant, { manifestUrl: url, ...options })
      : createHlsSigningStream(grant, { playlistUrl: url, ...options });
    expect((await streamed(stream as TransformStream, [given])).text).toBe(expected);
    expect(found).toEqual(left);
  }),
);
