import { useState } from 'react'
import { alertGroups, choiceOf, choicesOf, wordsOf } from '#portal/mypage/data/alert/thresholds.ts'
import { askLater } from '#portal/stored/asked.ts'
import type { Asked, Dated, StoredAlerts } from '#portal/stored/figures.ts'
import { ALERT_SETTINGS_PATH } from '#protocol/reading.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { sendByMs, Waiting } from './waiting.tsx'

type AlertsProps = {
  readonly alerts: Dated<StoredAlerts>
  readonly asked: readonly Asked[]
  readonly nowMs: number
}

/** The settings as they were, to be changed when the line is back: what is changed elsewhere meanwhile stays (`seen`). */
export function Alerts({ alerts: { figures }, asked: before, nowMs }: AlertsProps) {
  const [asked, setAsked] = useState(before)
  const waiting = asked.find(({ path }) => path === ALERT_SETTINGS_PATH)
  const ask = async (form: HTMLFormElement) =>
    setAsked(
      await askLater({
        path: ALERT_SETTINGS_PATH,
        body: settingsOf(new FormData(form)),
        words: 'データ残量のお知らせの設定',
        sendByMs: sendByMs(nowMs),
        seen: figures,
        changes: 'alerts',
      }),
    )
  return (
    <Section id="alerts" title="データ残量のお知らせ">
      {waiting === undefined ? null : (
        <Card>
          <Waiting asked={waiting} does="お知らせを、下のとおりにする" onChange={setAsked} />
        </Card>
      )}
      <form
        // Made anew, the boxes show what waits, or what was set.
        key={waiting?.key ?? 'set'}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(event.currentTarget)
        }}
      >
        <Fields set={shownOf(waiting, figures)} />
        <p className="small">ほかの値は、つながってから決められます。</p>
        <Button kind="primary">つながったら、この設定にする</Button>
      </form>
    </Section>
  )
}

/** What waits was made by this page, by `settingsOf`. */
const shownOf = (waiting: Asked | undefined, figures: StoredAlerts): StoredAlerts => ({
  ...figures,
  ...waiting?.body,
})

/** As the wire takes them: the ticked thresholds alone. */
function settingsOf(form: FormData): StoredAlerts {
  const thresholds: StoredAlerts['thresholds'] = form
    .getAll('thresholds')
    .flatMap((choice) => (typeof choice === 'string' ? [JSON.parse(choice)] : []))
  return {
    usedUp: form.has('usedUp'),
    thresholds,
    channel: form.get('channel') === 'none' ? 'none' : 'mail',
  }
}

function Fields({ set }: { readonly set: StoredAlerts }) {
  return (
    <>
      <fieldset className="field">
        <legend className="field__label">データを使い切ったとき</legend>
        <label className="check">
          <input type="checkbox" name="usedUp" defaultChecked={set.usedUp} />
          <span>お知らせする（チャージした分も使い切ったら、もう一度）</span>
        </label>
      </fieldset>
      {alertGroups.map(({ unit, legend }) => (
        <fieldset key={unit} className="field">
          <legend className="field__label">{legend}</legend>
          <div className="check-row">
            {choicesOf(unit, set.thresholds).map((choice) => (
              <label key={choiceOf(choice)} className="check">
                <input
                  type="checkbox"
                  name="thresholds"
                  value={choiceOf(choice)}
                  defaultChecked={choice.enabled}
                />
                <span>{wordsOf(choice)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <RadioCards
        name="channel"
        label="お知らせの方法"
        defaultValue={set.channel}
        options={[
          { value: 'mail', label: 'メールとプッシュ通知で受け取る' },
          { value: 'none', label: '受け取らない' },
        ]}
      />
    </>
  )
}
