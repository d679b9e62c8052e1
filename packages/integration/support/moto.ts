export const secretAccessKey = "wJalrXUtnFEMIK7MDENGbPxRfiCY";

/** Options of every AWS client. One attempt: who retries is what the tests are about. */
export const clientOptions = (endpoint: string) => ({
  endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey },
  maxAttempts: 1,
});
