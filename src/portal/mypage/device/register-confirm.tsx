import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { plainDigits } from '#portal/mypage/flow/plain-digits.ts'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { nameOf } from '#portal/mypage/device/register-input.tsx'
import type { Menu, MenuLine } from '#portal/mypage/device/wire.ts'
import { formatDate } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'

type ConfirmProps = AtReview & {
  readonly menu: Menu
  readonly chosen: MenuLine
  readonly typed: Readonly<Record<string, string>>
}

export function RegisterConfirm({ menu, chosen, typed, note, keys, refused }: ConfirmProps) {
  const { line, seen, covered, move } = chosen
  const { lineId } = line
  const { imei, maker, name, purchasedOn } = typed
  const isMove = covered !== undefined
  const device = nameOf(seen ?? { maker: maker ?? '', name: name ?? '' })
  const answers = { lineId, imei, maker, name, purchasedOn }
  return (
    <Review
      {...{ note, refused, why: move }}
      refusalTitle="いまは、端末を登録できません"
      stage={
        <KeyFigures
          what={isMove ? '保証する端末を移す' : '保証する端末を登録する'}
          figures={[
            yenFigure('手続きの費用', 0),
            ['登録する端末', device === '' ? 'SIMが入っている端末' : device],
          ]}
        />
      }
      facts={[
        ['回線', fullNameOfLine(line)],
        ['IMEI', imei === undefined || imei === '' ? seen?.imeiMasked : plainDigits(imei)],
        ['購入した日', purchasedOn ? formatDate(purchasedOn) : undefined],
        ['保証の対象から外れる端末', covered && `${nameOf(covered)}（今日まで）`],
        [
          '保証の始まり',
          'この回線のSIMが入っている端末を確認できた日から対象になります（通常は数分）。',
        ],
      ]}
      form={{
        keys,
        conditions: ['register', ...Object.values(answers)].join('.').slice(0, 150),
        values: {
          ...answers,
          fromDeviceId: covered?.deviceId,
          termsVersion: menu.terms.version,
        },
        submitLabel: isMove ? 'この端末へ移す' : 'この端末を登録する',
        agreement: (
          <>
            画面の割れや故障がなく、国内で正規に販売された端末です。
            <TextLink href={menu.terms.path}>
              {`${menu.terms.title} 第${menu.terms.version}版`}
            </TextLink>
            を確認し、同意します。
          </>
        ),
      }}
      back={{
        href: withQuery(pages.deviceRegister, { lineId, maker, name, purchasedOn }),
        label: '入力に戻る',
      }}
    />
  )
}
