/** The fields of a user's JSON document. */
export const userFields = ["id", "name", "role", "created_at", "disabled_at"] as const;
