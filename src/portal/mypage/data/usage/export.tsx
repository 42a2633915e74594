import { pages } from '#vocabulary/pages.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

type ExportProps = {
  readonly from: string | undefined
  readonly to: string
  readonly lineId: string | undefined
}

/** The records of a period as a file: an ordinary form whose answer is a download. */
export function Export({ from, to, lineId }: ExportProps) {
  return (
    <Accordion title="CSV・JSONで保存する">
      <p className="small muted">1時間ごとの利用量を保存します。</p>
      <form method="get" action={pages.usageCsv} className="filter-form">
        {lineId === undefined ? null : <input type="hidden" name="line" value={lineId} />}
        <Field type="date" name="from" label="開始日" defaultValue={from} required />
        <Field type="date" name="to" label="終了日" defaultValue={to} max={to} required />
        <ButtonRow>
          <Button>
            <Icon name="download" /> CSVで保存する
          </Button>
          <Button formAction={pages.usageJson}>
            <Icon name="download" /> JSONで保存する
          </Button>
        </ButtonRow>
      </form>
    </Accordion>
  )
}
