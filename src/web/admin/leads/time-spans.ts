/** A length of time in as few words as it takes: '45 min', '3 hr 20 min', '31 hr'. */
export function inMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  return rest === 0 || hours >= 10 ? `${hours} hr` : `${hours} hr ${rest} min`
}
