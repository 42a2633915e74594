import { Facts, Nothing } from '#console/parts/panel.tsx'
import { Rows } from '#console/parts/rows.tsx'
import { formatDate, formatDateTime, formatMonth, formatVolume, formatYen } from '#ui/format.ts'
import type { ValueOf } from './load-part.ts'
import { usedColumns } from './used-columns.ts'

/** Monthly sums; what is owed first. */
export function BillingPart({ value }: { readonly value: ValueOf<'billing'> }) {
  const { unpaid, unpaidYen, next, method, months } = value
  return (
    <>
      {unpaid.length === 0 ? null : (
        <div className="panel__body">
          <h3>未払い {formatYen(unpaidYen)}</h3>
          <Facts
            facts={unpaid.map(
              ({ month, amountYen, stateLabel, reason, contractEnded, suspendOn, terminateOn }) => [
                formatMonth(month),
                [
                  formatYen(amountYen),
                  stateLabel,
                  reason,
                  contractEnded
                    ? 'ご契約は終わっています'
                    : `${formatDate(suspendOn)}に停止、${formatDate(terminateOn)}に契約終了`,
                ].join('・'),
              ],
            )}
          />
        </div>
      )}
      <dl className="figures">
        <div>
          <dt>次の引き落とし</dt>
          <dd>{formatDate(next.due?.chargeOn ?? next.chargeOn)}</dd>
          <dd>
            <small>
              {next.due === undefined
                ? `見込み 約${formatYen(next.forecast.expectedYen)}`
                : formatYen(next.due.amountYen)}
            </small>
          </dd>
        </div>
        <div>
          <dt>お支払い方法</dt>
          <dd>{method.method === 'card' ? 'カード' : '登録なし'}</dd>
          <dd>
            <small>{method.usable ? '使えます' : (method.message ?? '使えません')}</small>
          </dd>
        </div>
      </dl>
      {months.length === 0 ? (
        <Nothing>確定した請求はまだありません。</Nothing>
      ) : (
        <Rows
          caption="月ごとの請求"
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            ['月', ({ month }) => formatMonth(month), { isTitle: true }],
            ['合計', ({ totalYen }) => formatYen(totalYen), { isEnd: true }],
            [
              '前の月との差',
              ({ differenceYen }) =>
                differenceYen === undefined
                  ? ''
                  : `${differenceYen > 0 ? '＋' : ''}${formatYen(differenceYen)}`,
              { isEnd: true, isQuiet: true },
            ],
            ['状態', ({ stateLabel }) => stateLabel],
            ['引き落とし', ({ chargeOn }) => formatDate(chargeOn), { isQuiet: true }],
          ]}
        />
      )}
    </>
  )
}

export function DataPart({ value }: { readonly value: ValueOf<'data'> }) {
  return (
    <>
      <dl className="figures">
        <div>
          <dt>残り</dt>
          <dd>{formatVolume(value.totalBytes, 'residual')}</dd>
          <dd>
            <small>{value.shared ? '全回線で分け合います' : '1回線'}</small>
          </dd>
        </div>
        <div>
          <dt>今月の利用</dt>
          <dd>{formatVolume(value.usedThisMonthBytes, 'used')}</dd>
        </div>
        {value.nextExpiry === undefined ? null : (
          <div>
            <dt>次の期限</dt>
            <dd>{formatDateTime(value.nextExpiry.at)}</dd>
            <dd>
              <small>{formatVolume(value.nextExpiry.bytes, 'residual')}</small>
            </dd>
          </div>
        )}
      </dl>
      <Rows
        caption="残りの内訳"
        rows={value.buckets}
        rowKey={({ bucketId }) => bucketId}
        columns={[
          ['種類', ({ label }) => label, { isTitle: true }],
          [
            '残り',
            ({ remainingBytes }) => formatVolume(remainingBytes, 'residual'),
            { isEnd: true },
          ],
          [
            'もとの量',
            ({ grantedBytes }) => formatVolume(grantedBytes, 'quota'),
            { isEnd: true, isQuiet: true },
          ],
          ['期限', ({ expiresAt }) => formatDateTime(expiresAt)],
        ]}
      />
      <Rows
        caption="月ごとの利用"
        rows={value.months.toReversed()}
        rowKey={({ month }) => month}
        columns={[['月', ({ month }) => formatMonth(month), { isTitle: true }], ...usedColumns]}
      />
    </>
  )
}
