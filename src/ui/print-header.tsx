import { formatDate, formatDateTime } from './format.ts'

type PrintHeaderProps = {
  readonly name: string
  /** What the paper is, where no heading says it. */
  readonly title?: string
  /** RFC 3339, or a day. */
  readonly printedAt: string
}

/** Only on paper: whose page it is and of when. */
export function PrintHeader({ name, title, printedAt }: PrintHeaderProps) {
  return (
    <div className="print-header">
      <span>
        {name}
        {title === undefined ? null : ` ${title}`}
      </span>
      <time dateTime={printedAt}>
        {printedAt.includes('T') ? formatDateTime(printedAt) : formatDate(printedAt)} 現在
      </time>
    </div>
  )
}
