import type { ReactNode } from 'react'

type More = {
  /** Amounts and volumes stand at the end, in tabular figures. */
  readonly numeric?: boolean
  /** The cell that names its row. */
  readonly rowHeader?: boolean
}

export type Column<Row> = readonly [header: string, cell: (row: Row) => ReactNode, more?: More]

type TableProps<Row> = {
  /** Says what the table shows; also the name of its scrolling frame. */
  readonly caption: string
  readonly captionHidden?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** A card per row on phones; otherwise the table scrolls in its frame. */
  readonly stack?: boolean
  /** On phones the name and the amount stay on one line, the rest is below them. */
  readonly lean?: boolean
  /** The closing row: one cell per column. */
  readonly total?: readonly ReactNode[]
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, captionHidden = false, columns, rows, rowKey, total } = props
  const form = props.stack ? ' table--stack' : props.lean ? ' table--lean' : ''
  return (
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className={`table${form}`}>
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(([header, , { numeric } = {}]) => (
              <th key={header} scope="col" className={numeric ? 'table__end' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column[0]} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot>
            <tr>
              {columns.map(([header, , { numeric } = {}], index) =>
                index === 0 ? (
                  <th key={header} scope="row">
                    {total[index]}
                  </th>
                ) : (
                  <td key={header} data-label={header} className={numeric ? 'amount' : undefined}>
                    {total[index]}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const [header, cell, { numeric, rowHeader } = {}] = column
  if (rowHeader) return <th scope="row">{cell(row)}</th>
  return (
    <td data-label={header} className={numeric ? 'amount' : undefined}>
      {cell(row)}
    </td>
  )
}
