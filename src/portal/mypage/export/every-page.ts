/** Far more than 13 months of hours on one line; a listing that does not end is a defect, not a file. */
const MAX_PAGES = 100

/** All rows of a listing, page after page. */
export async function everyPage<Row>(
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = await readPage(cursor)
    rows.push(...read.rows)
    if (read.nextCursor === undefined) return rows
    cursor = read.nextCursor
  }
  throw new Error('a listing does not end')
}
