import type { ReactNode } from 'react'

type More = {
  /** The title, a link: it names the row and takes the focus of J and K. */
  readonly isTitle?: boolean
  /** A figure, at the end of its column. */
  readonly isEnd?: boolean
  readonly isQuiet?: boolean
  /** On phones: a line of its own, or not at all. */
  readonly onPhone?: 'whole' | 'hidden'
}

export type RowColumn<Row> = readonly [header: string, cell: (row: Row) => ReactNode, more?: More]

type RowsProps<Row> = {
  readonly caption: string
  readonly columns: readonly RowColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Rows of one group stand under its name, in the order of their first rows. */
  readonly groupOf?: (row: Row) => string
  readonly isCurrent?: (row: Row) => boolean
}

/** A list of the desk: rows of 32 px, walked by J and K; on phones each is a card. */
export function Rows<Row>({ caption, columns, rows, groupOf, ...each }: RowsProps<Row>) {
  const groups: [string | undefined, Row[]][] = groupOf
    ? [...Map.groupBy(rows, groupOf)]
    : [[undefined, [...rows]]]
  return (
    <div className="rows-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table className="rows rows--cards" data-rows>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([header, , { isEnd } = {}]) => (
              <th key={header} scope="col" className={isEnd ? 'end' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, of]) => (
          <tbody key={group ?? ''}>
            {group === undefined ? null : (
              <tr className="is-group">
                <th colSpan={columns.length} scope="rowgroup">
                  {group} {of.length}
                </th>
              </tr>
            )}
            {of.map((row) => (
              <OneRow key={each.rowKey(row)} row={row} columns={columns} {...each} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type OneRowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'rowKey' | 'isCurrent'> & {
  readonly row: Row
}

function OneRow<Row>({ row, columns, rowKey, isCurrent }: OneRowProps<Row>) {
  return (
    <tr data-row={rowKey(row)} aria-current={isCurrent?.(row) ? 'true' : undefined}>
      {columns.map(([header, cell, more = {}]) =>
        more.isTitle ? (
          <th key={header} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={header} className={classOf(more)}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

const classOf = ({ isEnd, isQuiet, onPhone }: More) =>
  [
    isEnd ? 'end' : '',
    isQuiet ? 'is-quiet' : '',
    onPhone === 'whole' ? 'is-whole' : '',
    onPhone === 'hidden' ? 'is-aside' : '',
  ]
    .filter((name) => name !== '')
    .join(' ') || undefined
