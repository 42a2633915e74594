import { consoleMeta } from '#console/shell/crumb.ts'
import { KeysList } from './keys-list.tsx'
import { LettersSwitch } from './sheets.tsx'

export const handle = { crumbs: [{ label: 'キーの一覧' }] }
export const meta = consoleMeta('キーの一覧')

export default function KeysPage() {
  return (
    <section className="panel">
      <div className="panel__head">
        <h1>キーの一覧</h1>
      </div>
      <div className="panel__body">
        <KeysList />
        <LettersSwitch />
      </div>
    </section>
  )
}
