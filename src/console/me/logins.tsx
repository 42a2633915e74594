import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'

type Login = {
  readonly login: string
  readonly at: string
  readonly lastSeenAt: string
  readonly device: string
  readonly addressMasked: string
  readonly current?: boolean
}

/** Where somebody is logged in. */
export function Logins({ logins }: { readonly logins: readonly Login[] }) {
  return (
    <div className="rows-scroll" role="group" aria-label="ログイン中の端末" tabIndex={0}>
      <table className="rows rows--cards">
        <caption className="visually-hidden">ログイン中の端末</caption>
        <thead>
          <tr>
            <th scope="col">端末</th>
            <th scope="col">ログイン</th>
            <th scope="col">最後の操作</th>
            <th scope="col">アドレス</th>
          </tr>
        </thead>
        <tbody>
          {logins.map(({ login, at, lastSeenAt, device, addressMasked, current = false }) => (
            <tr key={login}>
              <th scope="row">
                {device} {current ? <Badge tone="good">この端末</Badge> : null}
              </th>
              <td>{formatDateTime(at)}</td>
              <td>{formatDateTime(lastSeenAt)}</td>
              <td className="is-quiet">{addressMasked === '' ? '不明' : addressMasked}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
