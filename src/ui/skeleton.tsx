type SkeletonProps = { readonly lines: number; readonly label?: string }

/** Only for what takes longer than 300 ms; as many lines as will come, so that nothing jumps. */
export function Skeleton({ lines, label = '読み込んでいます' }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span className="skeleton__line" aria-hidden="true" key={line} />
      ))}
    </div>
  )
}
