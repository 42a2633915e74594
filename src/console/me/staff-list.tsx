import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { staffApi } from '#protocol/console/staff.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Nothing, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Fold } from '#console/parts/fold.tsx'
import { Press } from '#console/parts/press.tsx'
import { PersonMark } from '#console/shell/icon.tsx'
import { rolesText } from '#console/shell/rail.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Logins } from './logins.tsx'

type Person = Result<typeof staffApi.consoleStaffGet>['staff'][number]

type StaffListProps = {
  readonly staff: readonly Person[]
  readonly keys: FormKeys
  readonly ownId: string
}

/** Everybody who works here, with their logins; who has left is out at once. */
export function StaffList({ staff, keys, ownId }: StaffListProps) {
  const others = staff.filter(({ staffId }) => staffId !== ownId)
  return (
    <Panel title="スタッフのログイン" beside={`${others.length}人`}>
      {others.length === 0 ? <Nothing>ほかのスタッフは、まだログインしていません。</Nothing> : null}
      {others.map((person) => (
        <PanelBody key={person.staffId}>
          <p>
            <PersonMark name={person.name} /> <b>{person.name}</b>（{rolesText(person.roles)}）{' '}
            {person.hasLeft ? <Badge tone="danger">退職・異動</Badge> : null}
            <span className="muted">最後のログイン {formatDateTime(person.lastLoginAt)}</span>
          </p>
          {person.logins.length === 0 ? (
            <p className="muted">いまログインしている端末はありません。</p>
          ) : (
            <>
              <Logins logins={person.logins} />
              <Fold title={`${person.name}さんのログインを終わらせる`}>
                <Press
                  keys={keys}
                  intent="end"
                  values={{ staffId: person.staffId }}
                  kind="danger"
                  fields={
                    <p>
                      すべての端末で、すぐにログアウトします。書きかけの下書きは残ります。終わらせたことは記録に残ります。
                    </p>
                  }
                >
                  すべて終わらせる
                </Press>
              </Fold>
            </>
          )}
        </PanelBody>
      ))}
    </Panel>
  )
}
