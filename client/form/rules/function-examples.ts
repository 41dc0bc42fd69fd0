/** An example of each function in the help, by the key of its description in `expression-text.ts`. */
export const functionExamples = {
  operators: '(weight + 2) * 3 >= 10 and color != "red"',
  do_if: 'if(weight > 10, "heavy", "light")',
  do_coalesce: 'coalesce(discount, 0)',
  do_selected: 'selected(color, "red")',
  do_count_selected: 'count_selected(colors)',
  do_round: 'round(weight / 3, 2)',
  do_int: 'int(weight)',
  do_floor: 'floor(weight)',
  do_ceil: 'ceil(weight)',
  do_abs: 'abs(gain)',
  do_sqrt: 'sqrt(area)',
  do_pow: 'pow(side, 2)',
  do_min: 'min(first, second)',
  do_max: 'max(first, second)',
  do_sum: 'sum(first, second)',
  do_count: 'count(first, second)',
  do_today: 'answer <= today()',
  do_now: 'now()',
  do_date: 'date(packed)',
  do_days_between: 'days_between(picked, packed)',
  do_add_days: 'add_days(packed, 30)',
  do_year: 'year(packed)',
  do_length: 'length(answer) = 8',
  do_concat: 'concat(first_name, " ", last_name)',
  do_contains: 'contains(remark, "broken")',
  do_upper: 'upper(code)',
  do_trim: 'trim(remark)',
  do_substr: 'substr(code, 0, 2)',
  do_number: 'number(code) + 1',
  do_matches: 'matches(answer, "[A-Z]{2}[0-9]{6}")',
} as const

/** The functions that are offered while an expression is typed. */
export const offeredFunctions = [
  ...Object.keys(functionExamples)
    .filter((key) => key.startsWith('do_'))
    .map((key) => key.slice(3)),
  ...['not', 'month', 'day', 'starts_with', 'ends_with', 'lower', 'text'],
]
