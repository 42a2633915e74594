import { useRef } from 'react'
import { Link } from 'react-router'
import { withQuery } from '#vocabulary/pages.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { PressButton } from '#console/parts/press.tsx'
import { Icon } from '#console/shell/icon.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { TextArea } from '#ui/field.tsx'
import type { LoadedTicket } from './load.ts'
import { useDraft } from './use-draft.ts'

type ComposerProps = { readonly loaded: LoadedTicket; readonly stayed: Stayed | undefined }

/** The answer or a note: two forms in one place, each an address of its own. */
export function Composer({ loaded, stayed }: ComposerProps) {
  const { ticket, isNote } = loaded
  const { acts, ticketNo } = ticket
  if (!acts.includes('note') && !acts.includes('answer')) return null
  const tabs = [
    ...(acts.includes('answer')
      ? [{ href: ticketPlace(ticketNo), label: 'お返事', icon: 'send' as const, isOpen: !isNote }]
      : []),
    {
      href: withQuery(ticketPlace(ticketNo), { write: 'note' }),
      label: '内部メモ',
      icon: 'note' as const,
      isOpen: isNote,
    },
  ]
  return (
    <section className="panel panel--strong" aria-label="書く" id="write">
      <nav className="tabs" aria-label="書くもの">
        <ul>
          {tabs.map(({ href, label, icon, isOpen }) => (
            <li key={href}>
              <Link
                to={`${href}#write`}
                aria-current={isOpen ? 'page' : undefined}
                preventScrollReset
              >
                <Icon name={icon} /> {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="panel__body">
        {isNote ? (
          <NoteForm loaded={loaded} stayed={stayed} />
        ) : (
          <AnswerForm loaded={loaded} stayed={stayed} />
        )}
      </div>
    </section>
  )
}

const textErrorOf = (stayed: Stayed | undefined, intents: readonly string[]) =>
  stayed !== undefined && intents.includes(stayed.typed['intent'] ?? '')
    ? { typed: stayed.typed['text'], error: stayed.refused.fields?.['text']?.[0] }
    : { typed: undefined, error: undefined }

function AnswerForm({ loaded, stayed }: ComposerProps) {
  const { ticket, templates, chosen, keys } = loaded
  const { typed, error } = textErrorOf(stayed, ['answer', 'draft'])
  const template = templates.find(({ code }) => code === chosen)
  const text = typed ?? template?.text ?? ticket.draft ?? ''
  const form = useRef<HTMLFormElement>(null)
  const savedAt = useDraft(form, ticket.ticketNo)
  return (
    <>
      {templates.length === 0 ? null : (
        <nav className="words" aria-label="ひな形">
          {templates.map(({ code, title }) => (
            <Link
              key={code}
              to={`${withQuery(ticketPlace(ticket.ticketNo), { template: code })}#write`}
              aria-current={code === chosen ? 'page' : undefined}
              preventScrollReset
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
      <KeyedForm
        keys={keys}
        of={`answer.${ticket.ticketNo}.${ticket.entries.length}`}
        values={{ ticketNo: ticket.ticketNo }}
        className="form"
        preventScrollReset
        data-send
        ref={form}
      >
        <TextArea
          key={chosen ?? ''}
          id="text"
          name="text"
          label="会員に送る文"
          hint="マイページのお問い合わせに出て、メールでもお知らせします。"
          required
          rows={7}
          defaultValue={text}
          {...(error === undefined ? {} : { error })}
        />
        <AnswerButtons acts={ticket.acts} />
        {savedAt === '' ? null : <p className="muted">下書きを保存しました（{savedAt}）</p>}
      </KeyedForm>
    </>
  )
}

/** `next` says what becomes of the case with the answer; the first button is what Ctrl+Enter presses. */
function AnswerButtons({ acts }: { readonly acts: LoadedTicket['ticket']['acts'] }) {
  return (
    <>
      <fieldset className="form-row">
        <legend className="field__label">送ったあと</legend>
        <label>
          <input type="radio" name="next" value="keep" defaultChecked /> 対応を続ける
        </label>
        {acts.includes('wait') ? (
          <label>
            <input type="radio" name="next" value="wait" /> お返事を待つ
          </label>
        ) : null}
        <label>
          <input type="radio" name="next" value="solve" /> 解決にする
        </label>
      </fieldset>
      <div className="button-row">
        <PressButton kind="primary" letter="Ctrl Enter" name="intent" value="answer">
          送る
        </PressButton>
        <PressButton name="intent" value="draft">
          下書きを保存する
        </PressButton>
      </div>
    </>
  )
}

function NoteForm({ loaded: { ticket, keys }, stayed }: ComposerProps) {
  const { typed, error } = textErrorOf(stayed, ['note'])
  return (
    <KeyedForm
      keys={keys}
      of={`note.${ticket.ticketNo}.${ticket.entries.length}`}
      values={{ ticketNo: ticket.ticketNo, intent: 'note' }}
      className="form note-form"
      preventScrollReset
      data-send
    >
      <TextArea
        id="text"
        name="text"
        label="内部メモ"
        hint="会員には見えません。事実と、次にすることを書きます。"
        required
        rows={5}
        defaultValue={typed ?? ''}
        {...(error === undefined ? {} : { error })}
      />
      <PressButton kind="primary" letter="Ctrl Enter">
        メモを残す
      </PressButton>
    </KeyedForm>
  )
}
