import { comparedFields } from '#vocabulary/identity.ts'
import { Icon } from '#console/shell/icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatBirth } from '#ui/format.ts'
import type { Shown } from './shown.ts'

type ComparedProps = {
  readonly value: Extract<Shown, { of: 'identity' }>['value']
  /** What the reader found to differ, by its names of the fields. */
  readonly differing: string | number | readonly string[] | undefined
}

/** Field by field: what was entered, and what the reader said of the document; its own words are never handed to us. */
export function Compared({ value, differing }: ComparedProps) {
  const differs = new Set(typeof differing === 'object' ? differing : [])
  const rows = [
    { name: 'name', label: comparedFields.name, entered: value.name },
    { name: 'kana', label: 'フリガナ', entered: value.kana },
    {
      name: 'birth',
      label: comparedFields.birth,
      entered: value.birth === undefined ? undefined : formatBirth(value.birth),
    },
    { name: 'address', label: comparedFields.address, entered: value.address },
    ...(['document', 'method'] as const)
      .filter((name) => differs.has(name))
      .map((name) => ({ name, label: comparedFields[name], entered: '–' })),
  ]
  return (
    <table className="rows compared">
      <caption className="visually-hidden">項目ごとの照合</caption>
      <thead>
        <tr>
          <th scope="col">項目</th>
          <th scope="col">登録・申し込みの内容</th>
          <th scope="col">書類の読み取りとの照合</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label, entered }) => (
          <tr key={name} className={differs.has(name) ? 'is-differing' : undefined}>
            <th scope="row">{label}</th>
            <td>{entered ?? '登録がありません'}</td>
            <td>
              <Agrees name={name} differs={differs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type AgreesProps = { readonly name: string; readonly differs: ReadonlySet<string> }

function Agrees({ name, differs }: AgreesProps) {
  if (differs.has(name))
    return (
      <Badge tone="warning">
        <Icon name="warning-circle" /> 相違
      </Badge>
    )
  if (name === 'kana') return <span className="muted">比べません</span>
  // Without anything that differs nothing was read: nothing can be said to agree.
  return differs.size === 0 ? '読み取れていません' : '一致'
}
