import { useState } from 'react'
import { askLater } from '#portal/stored/asked.ts'
import type { Asked, StoredLine } from '#portal/stored/figures.ts'
import { HIGH_SPEED_STATUS_PATH } from '#protocol/reading.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { sendByMs, Waiting } from './waiting.tsx'

type LaterProps = {
  readonly lines: readonly StoredLine[]
  readonly asked: readonly Asked[]
  readonly nowMs: number
}

/** What costs nothing and can be taken back may be asked for now: it is sent once, when the line is back. */
export function Later({ lines, asked: before, nowMs }: LaterProps) {
  const [asked, setAsked] = useState(before)
  const shown = lines.filter(({ maySwitch }) => maySwitch)
  if (shown.length === 0) return null
  return (
    <Card>
      <h2>つながったら、することを決めておく</h2>
      <ul className="offline__later" role="list">
        {shown.map((line) => (
          <li key={line.lineId}>
            <LineLater line={line} asked={asked} nowMs={nowMs} onChange={setAsked} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type LineLaterProps = Pick<LaterProps, 'asked' | 'nowMs'> & {
  readonly line: StoredLine
  readonly onChange: (asked: readonly Asked[]) => void
}

function LineLater({ line, asked, nowMs, onChange }: LineLaterProps) {
  const waiting = asked.find(({ body }) => body['lineId'] === line.lineId)
  const does = `高速データ通信を${line.on ? 'オフ' : 'オン'}にする`
  const ask = async () =>
    onChange(
      await askLater({
        path: HIGH_SPEED_STATUS_PATH,
        body: { lineId: line.lineId, on: !line.on },
        words: `${line.name}：${does}`,
        sendByMs: sendByMs(nowMs),
      }),
    )
  return (
    <>
      <p>
        <strong>{line.name}</strong>
        <span className="small muted">このときは{line.on ? 'オン' : 'オフ'}</span>
      </p>
      {waiting === undefined ? (
        <Button kind="secondary" type="button" onClick={() => void ask()}>
          つながったら{line.on ? 'オフ' : 'オン'}にする
        </Button>
      ) : (
        <Waiting asked={waiting} does={does} onChange={onChange} />
      )}
    </>
  )
}
