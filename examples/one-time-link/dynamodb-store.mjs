import { ConditionalCheckFailedException, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

/**
 * Links in a DynamoDB table with the partition key `id`. Turn on TTL for `expiresAt`: DynamoDB then deletes old links.
 * @param {{ client: import("@aws-sdk/client-dynamodb").DynamoDBClient, tableName: string }} options
 * @returns {import("./links.mjs").LinkStore}
 */
export function dynamoDbStore({ client, tableName: TableName }) {
  return {
    async put(id, { key, usesLeft, expiresAt }) {
      const Item = {
        id: { S: id },
        objectKey: { S: key },
        usesLeft: { N: `${usesLeft}` },
        expiresAt: { N: `${expiresAt}` },
      };
      await client.send(
        new PutItemCommand({ TableName, Item, ConditionExpression: "attribute_not_exists(id)" }),
      );
    },
    // DynamoDB compares and changes an item in one step. TTL deletes late, so the time is compared, too.
    async take(id, now) {
      try {
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName,
            Key: { id: { S: id } },
            UpdateExpression: "SET usesLeft = usesLeft - :one",
            ConditionExpression: "usesLeft >= :one AND expiresAt > :now",
            ExpressionAttributeValues: { ":one": { N: "1" }, ":now": { N: `${now}` } },
            ReturnValues: "ALL_NEW",
          }),
        );
        return Attributes?.objectKey?.S;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    },
  };
}
