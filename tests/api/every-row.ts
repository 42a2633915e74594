/** All rows of a list that comes in pages, by its cursors. */
export async function everyRow<Row>(
  read: (page: { cursor?: string }) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor === undefined ? {} : { cursor })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return rows
}
