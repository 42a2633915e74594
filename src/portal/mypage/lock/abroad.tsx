import { optionStateWords } from '#vocabulary/states/option.ts'
import { pages } from '#vocabulary/pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatPhone } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Locks } from './words.ts'

/** The stop of calls abroad is an option of the line; it is joined and left there, and shown here. */
export function AbroadCard({ abroad }: Pick<Locks, 'abroad'>) {
  return (
    <Card>
      <h2 id="abroad">国際電話のロック（国際電話の発信停止）</h2>
      <p>
        海外への発信を、回線ごとに止めます。海外へのSMSの送信は止められません。オプション「国際電話の発信停止」として無料で設定し、やめるときは確認コードでのご本人の確認が必要です。
      </p>
      {abroad.length === 0 ? (
        <p>音声通話SIMの回線がないため、設定するものはありません。</p>
      ) : (
        <>
          <SummaryList
            entries={abroad.map(({ nickname, number, state }) => ({
              term: nickname === '' ? formatPhone(number) : nickname,
              value: (
                <Badge tone={state === 'active' ? 'good' : 'neutral'}>
                  {state === 'available' || state === 'ended'
                    ? '設定していません'
                    : optionStateWords[state].label}
                </Badge>
              ),
            }))}
          />
          <p className="tap">
            <a href={pages.option}>オプションで設定・解除する</a>
          </p>
        </>
      )}
    </Card>
  )
}
