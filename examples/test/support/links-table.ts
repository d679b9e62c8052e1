import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** A table for the example of one-time links. */
export async function linksTable(endpoint: string): Promise<{ client: DynamoDBClient; tableName: string }> {
  const credentials = { accessKeyId: "test", secretAccessKey: "secret-of-aws" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  const tableName = "links";
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  return { client, tableName };
}
