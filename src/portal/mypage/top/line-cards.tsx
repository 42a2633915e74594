import { kindLabels } from '#vocabulary/line.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatPhone } from '#ui/format.ts'
import { hrefOfLine, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import { SpeedSwitch } from '#portal/mypage/shared/speed-switch.tsx'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import { useSettling } from '#portal/mypage/shared/use-settling.ts'
import type { Contract, HighSpeedLine } from '#portal/mypage/shared/wire.ts'

type LineCardsProps = {
  readonly lines: readonly HighSpeedLine[]
  readonly contract: Contract | undefined
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
}

/** One card a line: who it is, how fast it is, the switch, and the way to everything of it. */
export function LineCards({ lines, contract, keys, answer }: LineCardsProps) {
  useSettling(lines)
  return (
    <ul className="line-cards" role="list">
      {lines.map((line) => (
        <li key={line.line.lineId}>
          <Card>
            <div className="line-cards__head">
              <h3>{nameOfLine(line.line)}</h3>
              <StatusBadge lineId={line.line.lineId} contract={contract} />
            </div>
            <p className="small muted">
              {line.line.nickname === '' ? '' : `${formatPhone(line.line.number)}・`}
              {kindLabels[line.line.simKind]}
            </p>
            <SpeedSwitch line={line} keys={keys} answer={answer} />
            <p>
              <a href={hrefOfLine(line.line.lineId)}>
                この回線の詳細
                <span className="visually-hidden">（{nameOfLine(line.line)}）</span>
              </a>
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}

function StatusBadge({
  lineId,
  contract,
}: {
  readonly lineId: string
  readonly contract: Contract | undefined
}) {
  const line = contract?.lines.find((one) => one.lineId === lineId)
  if (line === undefined || line.status === 'active') return null
  return <Badge tone={line.status === 'suspended' ? 'danger' : 'warning'}>{line.statusLabel}</Badge>
}
