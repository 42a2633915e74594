import { optionsOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Press } from '#console/parts/press.tsx'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { cameBack } from '#console/parts/came-back.ts'
import { HandOver } from '#console/parts/hand-over.tsx'
import { Fold } from '#console/parts/fold.tsx'
import { dayAfter } from '#console/parts/due.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { formatShortDay } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import { proofPurposes, secretParts } from '#vocabulary/console-record.ts'
import type { LoadedTicket } from './load.ts'

type ActsProps = { readonly loaded: LoadedTicket; readonly stayed: Stayed | undefined }

/** What can be done with the case besides writing; what asks for more opens below its name. */
export function TicketActs({ loaded, stayed }: ActsProps) {
  const { acts, ticketNo, mandate } = loaded.ticket
  const { keys, today } = loaded
  const values = { ticketNo }
  const open = stayed?.typed['intent']
  const can = (act: (typeof acts)[number]) => acts.includes(act)
  if (acts.length === 0) return null
  return (
    <Panel title="この件を">
      <PanelBody>
        {can('assign') && !loaded.ticket.mine ? (
          <Press keys={keys} answersAbove intent="assign" values={values} letter="A">
            受け持つ
          </Press>
        ) : null}
        {can('snooze') ? (
          <Fold title="あとで" letter="h" isOpen={open === 'snooze'}>
            <Press
              keys={keys}
              answersAbove
              intent="snooze"
              values={values}
              fields={<Select name="until" label="いつまで" options={laterThan(today)} />}
            >
              あとでにする
            </Press>
          </Fold>
        ) : null}
        {can('wait') ? (
          <Press keys={keys} answersAbove intent="wait" values={values}>
            会員の返事を待つ
          </Press>
        ) : null}
        {can('solve') ? (
          <Press keys={keys} answersAbove intent="solve" values={values}>
            解決にする
          </Press>
        ) : null}
        {can('reopen') ? (
          <Press keys={keys} answersAbove intent="reopen" values={values}>
            再開する
          </Press>
        ) : null}
        {can('cancelByLetter') ? (
          <Fold title="書面による初期契約解除" isOpen={open === 'cancelByLetter'}>
            <Press
              keys={keys}
              answersAbove
              intent="cancelByLetter"
              values={values}
              kind="danger"
              fields={
                <p>
                  消印の{formatShortDay(loaded.ticket.postedOn ?? today)}
                  にさかのぼって、ご契約の全体を解除します。会員が取り消すことはできません。8日間の外なら断られます。
                </p>
              }
            >
              消印の日で受け付ける
            </Press>
          </Fold>
        ) : null}
        {can('openSecrets') ? <OpenSecrets loaded={loaded} stayed={stayed} /> : null}
        {can('assign') ? (
          <HandOver
            keys={keys}
            colleagues={loaded.ticket.colleagues}
            values={values}
            note="text"
            stayed={stayed}
          />
        ) : null}
        {can('merge') ? <Merge loaded={loaded} stayed={stayed} /> : null}
        <ForOutside loaded={loaded} stayed={stayed} />
        {mandate === 'none' ? null : (
          <p className="muted">
            会員の委任：
            {mandate === 'noted' ? '記録済み（もう1人の確認を待っています）' : '確認済み'}
          </p>
        )}
      </PanelBody>
    </Panel>
  )
}

/** The next three mornings that make sense, of the day in Japan. */
const laterThan = (today: string) =>
  [1, 3, 7].map((days) => {
    const day = dayAfter(today, days)
    return { value: `${day}T09:00:00+09:00`, label: `${formatShortDay(day)} 9:00` }
  })

function Merge({ loaded: { ticket, keys }, stayed }: ActsProps) {
  return (
    <Fold title="ほかのお問い合わせにまとめる" isOpen={stayed?.typed['intent'] === 'merge'}>
      <Press
        keys={keys}
        answersAbove
        intent="merge"
        values={{ ticketNo: ticket.ticketNo }}
        fields={
          <Field
            {...cameBack(stayed, 'merge', 'into')}
            label="まとめる先の番号"
            hint="同じ会員のものだけです。例：T-2K7D-9F"
            required
            autoComplete="off"
          />
        }
      >
        まとめる
      </Press>
    </Fold>
  )
}

/** Of a centre or the ministry: nothing is told before the member's mandate is noted by two people. */
function ForOutside({ loaded: { ticket, keys }, stayed }: ActsProps) {
  const values = { ticketNo: ticket.ticketNo }
  const step = ticket.acts.includes('noteMandate')
    ? { name: 'note', title: '会員の委任を記録する', press: '委任を記録する' }
    : ticket.acts.includes('confirmMandate')
      ? { name: 'confirm', title: '会員の委任を確認する', press: '委任を確認する' }
      : undefined
  return (
    <>
      {step === undefined ? null : (
        <Fold title={step.title} isOpen={stayed?.typed['intent'] === 'mandate'}>
          <Press
            keys={keys}
            answersAbove
            intent="mandate"
            values={{ ...values, step: step.name }}
            fields={
              <TextArea
                id="mandate-text"
                {...cameBack(stayed, 'mandate', 'text')}
                label="書面の日付と、委任の範囲"
                required
                rows={3}
              />
            }
          >
            {step.press}
          </Press>
        </Fold>
      )}
      {ticket.acts.includes('answerOutside') ? (
        <Fold title="先方への回答を記録する" isOpen={stayed?.typed['intent'] === 'outside'}>
          <Press
            keys={keys}
            answersAbove
            intent="outside"
            values={values}
            fields={
              <TextArea
                id="outside-text"
                {...cameBack(stayed, 'outside', 'text')}
                label="回答した内容"
                required
                rows={4}
              />
            }
          >
            回答を記録する
          </Press>
        </Fold>
      ) : null}
    </>
  )
}

/** 通信の秘密: one person proposes by a legal paper, another approves; then the record shows just that, for a day. */
function OpenSecrets({ loaded, stayed }: ActsProps) {
  const back = (name: string) => cameBack(stayed, 'openSecrets', name)
  return (
    <Fold title="通信の記録を法令の書面で開く" isOpen={stayed?.typed['intent'] === 'openSecrets'}>
      <Press
        keys={loaded.keys}
        answersAbove
        intent="openSecrets"
        values={{ ticketNo: loaded.ticket.ticketNo }}
        fields={
          <>
            <Select
              {...back('part')}
              label="開くもの"
              options={optionsOf(proofPurposes, secretParts)}
            />
            <Field
              {...back('paper')}
              label="書面の発行者・日付・番号"
              required
              maxLength={120}
              autoComplete="off"
            />
            <Field
              id="secrets-reason"
              {...back('reason')}
              label="理由"
              required
              maxLength={200}
              autoComplete="off"
            />
            <p className="muted">責任者が承認すると、24時間だけ開きます。会員の記録に残ります。</p>
          </>
        }
      >
        提案する
      </Press>
    </Fold>
  )
}
