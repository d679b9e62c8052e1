/** What a command said, without the note about a long lifetime, which a fixed date has until it is near. */
export function withoutLifetimeNote(stderr: string): string {
  return stderr.replace(/note: Access lasts for up to \d+ days\..*?--max-lifetime\s7d\.\n/s, "");
}
