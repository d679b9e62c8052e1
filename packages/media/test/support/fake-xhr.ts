/** The members of an XMLHttpRequest that players use. It answers with the next one of the statuses; 0 is an error. */
export class FakeXhr {
  /** What was sent: URL, credentials and headers. */
  readonly sent: string[] = [];
  status = 0;
  withCredentials = false;
  isAborted = false;
  onload: (() => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  onreadystatechange: (() => void) | null = null;
  private url = "";
  private headers = "";
  private readonly statuses: number[];

  constructor(...statuses: number[]) {
    this.statuses = statuses;
  }

  open(_method: string, url: string): void {
    this.url = url;
    this.headers = "";
  }

  setRequestHeader(name: string, value: string): void {
    this.headers += ` ${name}: ${value}`;
  }

  send(_body?: unknown): void {
    this.sent.push(`${this.url}${this.withCredentials ? " with credentials" : ""}${this.headers}`);
    this.status = this.statuses.shift() ?? 200;
    if (this.status === 0) this.onerror?.({ message: "error" });
    else this.onload?.();
  }

  abort(): void {
    this.isAborted = true;
  }
}
