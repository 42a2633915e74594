import { Link } from 'react-router'
import { contactFields, identityFields, type RevealField } from '#vocabulary/console-record.ts'
import { caseReasons } from '#vocabulary/console.ts'
import { namesOf, optionsOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { cameBack } from '#console/parts/came-back.ts'
import { Fold } from '#console/parts/fold.tsx'
import { Press } from '#console/parts/press.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { formatDateTime, formatPhone } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import type { PartLoaded } from './load.ts'
import { SendLink } from './send-link.tsx'
import { LineSelect, StopLine } from './stop-line.tsx'

type SideProps = {
  readonly loaded: PartLoaded
  readonly stayed: Stayed | undefined
  readonly revealed: { readonly field: string; readonly value: string } | undefined
}

/** What is done for the member, single fields in full, and the case it belongs to. */
export function RecordSide({ loaded, stayed, revealed }: SideProps) {
  const { grant, keys } = loaded
  const open = stayed?.typed['intent']
  return (
    <div className="stack">
      <SendLink grant={grant} keys={keys} stayed={stayed} />
      <Reveals loaded={loaded} stayed={stayed} revealed={revealed} />
      <Panel title="急ぐとき">
        <PanelBody>
          <StopLine grant={grant} keys={keys} stayed={stayed} lines={linesIn(loaded)} />
          <Fold title="ログインを切る" isOpen={open === 'loginsEnd'}>
            <Press
              keys={keys}
              intent="loginsEnd"
              values={{ grant: grant.grant }}
              kind="danger"
              fields={<p>会員のすべての端末で、すぐにログアウトします。</p>}
            >
              すべて切る
            </Press>
          </Fold>
        </PanelBody>
      </Panel>
      <Panel title="この件">
        <PanelBody>
          <Facts
            facts={[
              [
                'お問い合わせ',
                <Link key="ticket" to={ticketPlace(grant.ticketNo)}>
                  {grant.ticketNo}
                </Link>,
              ],
              ['理由コード', `${caseReasons[grant.reason]}（${grant.reason}）`],
              ['会員', grant.accountId],
              ['契約', grant.contractId],
              ['開いた', formatDateTime(grant.openedAt)],
            ]}
          />
        </PanelBody>
      </Panel>
    </div>
  )
}

/** The member's lines, where that part is on the page. */
const linesIn = ({ shown }: PartLoaded) =>
  'value' in shown && shown.value.part === 'lines'
    ? shown.value.value.lines.map(({ line }) => line)
    : undefined

/** As it is read out. */
const readable = (field: RevealField, value: string) =>
  field === 'number' || field === 'phone' ? formatPhone(value) : value

/** One field in full: the reason is asked on the spot, and the member reads it. */
function Reveals({ loaded, stayed, revealed }: SideProps) {
  const { grant, keys } = loaded
  if (!grant.reveals.contact && !grant.reveals.identity) return null
  const fields: Readonly<Record<RevealField, string>> = { ...contactFields, ...identityFields }
  const forms = [
    ...(grant.reveals.contact
      ? [{ intent: 'reveal', title: '連絡先を表示する', names: namesOf(contactFields) }]
      : []),
    ...(grant.reveals.identity
      ? [
          {
            intent: 'revealIdentity',
            title: '本人確認の内容を表示する',
            names: namesOf(identityFields),
          },
        ]
      : []),
  ]
  const known = namesOf(fields).find((name) => name === revealed?.field)
  const lines = linesIn(loaded)
  return (
    <Panel title="契約者と連絡先">
      <PanelBody>
        {revealed === undefined || known === undefined ? null : (
          <div role="status">
            <Facts
              facts={[[fields[known], <b key="value">{readable(known, revealed.value)}</b>]]}
            />
          </div>
        )}
        {forms.map(({ intent, title, names }) => (
          <Fold
            key={intent}
            title={title}
            letter={intent === 'reveal' ? 'r' : undefined}
            isOpen={stayed?.typed['intent'] === intent}
          >
            <Press
              keys={keys}
              intent={intent}
              values={{ grant: grant.grant }}
              fields={
                <>
                  <Select
                    id={`${intent}-field`}
                    {...cameBack(stayed, intent, 'field')}
                    label="表示する項目"
                    options={optionsOf(fields, names)}
                  />
                  {intent !== 'reveal' || lines === undefined ? null : (
                    <LineSelect intent={intent} lines={lines} stayed={stayed} />
                  )}
                  <Select
                    id={`${intent}-reason`}
                    name="reason"
                    label="表示する理由"
                    defaultValue={grant.reason}
                    options={optionsOf(caseReasons)}
                  />
                  <p className="muted">
                    会員の「閲覧と代理の記録」に、日時・役割・この理由が出ます。
                  </p>
                </>
              }
            >
              表示する
            </Press>
          </Fold>
        ))}
      </PanelBody>
    </Panel>
  )
}
