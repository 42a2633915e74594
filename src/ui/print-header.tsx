import { formatDateTime } from './format.ts'

type PrintHeaderProps = {
  readonly name: string
  readonly title: string
  readonly printedAt: string
}

/** Only on paper: whose page it is and of when. */
export function PrintHeader({ name, title, printedAt }: PrintHeaderProps) {
  return (
    <div className="print-header">
      <span>
        {name} {title}
      </span>
      <time dateTime={printedAt}>{formatDateTime(printedAt)} 現在</time>
    </div>
  )
}
