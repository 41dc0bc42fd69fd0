import type { Language } from '#shared/core/i18n/language.ts'
import type { AccessTier, PassportSection } from './contract.ts'

type TemplatePoint = readonly [enUS: string, ruRU: string, unit?: string]
type TemplateSection = { enUS: string; ruRU: string; tier: AccessTier; points: readonly TemplatePoint[] }

/**
 * The facts about a battery model that Annex XIII of Regulation (EU) 2023/1542 lists, with those of Annex VI, part A, that it names.
 * What it lists for single batteries in use is left out: the passport of an item has no values of its own.
 */
const sections: readonly TemplateSection[] = [
  {
    enUS: 'Battery (Annex VI, part A)',
    ruRU: 'Батарея (приложение VI, часть A)',
    tier: 'public',
    points: [
      [
        'Manufacturer: name, trade mark, postal address, contact',
        'Изготовитель: название, товарный знак, адрес, контакт',
      ],
      ['Category of the battery', 'Категория батареи'],
      ['Identification of the model', 'Обозначение модели'],
      ['Place of manufacture', 'Место изготовления'],
      ['Month and year of manufacture', 'Месяц и год изготовления'],
      ['Weight', 'Масса', 'kg'],
      ['Capacity', 'Ёмкость', 'Ah'],
      ['Chemistry', 'Химический состав'],
      ['Hazardous substances other than mercury, cadmium and lead', 'Опасные вещества, кроме ртути, кадмия и свинца'],
      ['Extinguishing agent that can be used', 'Применимое средство тушения'],
      ['Critical raw materials above 0.1 % by weight', 'Критическое сырьё свыше 0,1 % по массе'],
    ],
  },
  {
    enUS: 'Materials and carbon footprint (Annex XIII, 1 b–f)',
    ruRU: 'Материалы и углеродный след (приложение XIII, 1 b–f)',
    tier: 'public',
    points: [
      ['Material composition', 'Состав материалов'],
      ['Carbon footprint', 'Углеродный след', 'kg CO2e/kWh'],
      ['Class of the carbon footprint', 'Класс углеродного следа'],
      ['Study of the carbon footprint (address)', 'Исследование углеродного следа (адрес)'],
      ['Responsible sourcing: report on due diligence', 'Ответственные закупки: отчёт о должной осмотрительности'],
      ['Recycled cobalt in active materials', 'Переработанный кобальт в активных материалах', '%'],
      ['Recycled lithium in active materials', 'Переработанный литий в активных материалах', '%'],
      ['Recycled nickel in active materials', 'Переработанный никель в активных материалах', '%'],
      ['Recycled lead in the battery', 'Переработанный свинец в батарее', '%'],
      ['Share of renewable content', 'Доля возобновляемого сырья', '%'],
    ],
  },
  {
    enUS: 'Performance and durability (Annex XIII, 1 g–p)',
    ruRU: 'Характеристики и срок службы (приложение XIII, 1 g–p)',
    tier: 'public',
    points: [
      ['Rated capacity', 'Номинальная ёмкость', 'Ah'],
      ['Minimal voltage', 'Минимальное напряжение', 'V'],
      ['Nominal voltage', 'Номинальное напряжение', 'V'],
      ['Maximum voltage', 'Максимальное напряжение', 'V'],
      ['Original power capability and its limits', 'Исходная мощность и её пределы', 'W'],
      ['Expected lifetime in cycles', 'Ожидаемый срок службы в циклах'],
      ['Reference test of the lifetime', 'Испытание срока службы'],
      [
        'Capacity threshold for exhaustion (electric vehicles only)',
        'Порог ёмкости для списания (только электромобили)',
        '%',
      ],
      ['Temperature range when not in use', 'Диапазон температур хранения', '°C'],
      ['Commercial warranty for the calendar life', 'Коммерческая гарантия календарного срока'],
      ['Initial round trip energy efficiency', 'Исходный КПД цикла', '%'],
      ['Round trip energy efficiency at half of the cycle life', 'КПД цикла на половине срока службы', '%'],
      ['Internal resistance of cells', 'Внутреннее сопротивление элементов', 'mΩ'],
      ['Internal resistance of the pack', 'Внутреннее сопротивление батареи', 'mΩ'],
      ['C-rate of the cycle-life test', 'Ток испытания срока службы', 'C'],
    ],
  },
  {
    enUS: 'Marking, conformity and waste (Annex XIII, 1 q–s)',
    ruRU: 'Маркировка, соответствие и отходы (приложение XIII, 1 q–s)',
    tier: 'public',
    points: [
      ['Symbol for separate collection, symbols for cadmium and lead', 'Знак раздельного сбора, знаки кадмия и свинца'],
      ['EU declaration of conformity (address)', 'Декларация о соответствии ЕС (адрес)'],
      ['Prevention and management of waste batteries', 'Предотвращение отходов и обращение с ними'],
    ],
  },
  {
    enUS: 'Composition and dismantling (Annex XIII, 2)',
    ruRU: 'Состав и разборка (приложение XIII, 2)',
    tier: 'legitimate',
    points: [
      ['Composition of the cathode', 'Состав катода'],
      ['Composition of the anode', 'Состав анода'],
      ['Composition of the electrolyte', 'Состав электролита'],
      ['Part numbers of components', 'Номера деталей'],
      ['Sources of spare parts, with contact', 'Поставщики запасных частей и их контакты'],
      ['Exploded diagrams with the location of cells (address)', 'Схемы с расположением элементов (адрес)'],
      ['Disassembly sequence (address)', 'Порядок разборки (адрес)'],
      ['Types and number of fastenings', 'Виды и число креплений'],
      ['Tools for disassembly', 'Инструменты для разборки'],
      ['Warnings of damage to parts', 'Предупреждения о повреждении деталей'],
      ['Number of cells and their layout', 'Число элементов и их схема'],
      ['Safety measures', 'Меры безопасности'],
    ],
  },
  {
    enUS: 'Test reports (Annex XIII, 3)',
    ruRU: 'Протоколы испытаний (приложение XIII, 3)',
    tier: 'authority',
    points: [['Results of tests that prove compliance (address)', 'Результаты испытаний соответствия (адрес)']],
  },
]

/** The sections for a new passport, in the language of the merchant and without values. */
export const batteryTemplate = (language: Language): PassportSection[] =>
  sections.map(({ tier, points, [language]: title }) => ({
    title,
    points: points.map(([enUS, ruRU, unit = '']) => ({ name: { enUS, ruRU }[language], value: '', unit, tier })),
  }))
