// An HLS playlist and a DASH manifest of the same thousand segments.
import { host } from "../fixture.mjs";

export const folder = `${host}/videos/course-42/`;
export const names = Array.from({ length: 1000 }, (_, i) => `segment-${i}.ts`);
export const playlist = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:6
#EXT-X-MAP:URI="init.mp4"
${names.map((name) => `#EXTINF:6.000,\n${name}\n`).join("")}#EXT-X-ENDLIST
`;
export const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-main:2011">
  <Period>
    <AdaptationSet mimeType="video/mp4">
      <Representation id="1080p" bandwidth="5000000">
        <SegmentList timescale="1" duration="6">
          <Initialization sourceURL="init.mp4"/>
${names.map((name) => `          <SegmentURL media="${name}"/>\n`).join("")}        </SegmentList>
      </Representation>
    </AdaptationSet>
  </Period>
</MPD>
`;
