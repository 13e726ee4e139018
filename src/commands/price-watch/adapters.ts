/** A place on a provider's page where its prices, or what they depend on, are written. */
export interface PriceAdapter {
  /** Name of the record. Default: the provider's. */
  readonly key?: string;
  readonly provider: string;
  readonly url: string;
  /** Words of the line that is watched. */
  readonly anchor: string;
  /** False for a page that a plain request does not get. */
  readonly watchable?: boolean;
  /** Why not. */
  readonly reason?: string;
}

const ZAI_PLAN = 'https://docs.z.ai/devpack/overview.md';
const XIAOMI = 'https://mimo.mi.com/docs/zh-CN';

/** The pages that are watched (spec: core 8.2). */
export const PRICE_ADAPTERS: readonly PriceAdapter[] = [
  { provider: 'deepseek', url: 'https://api-docs.deepseek.com/quick_start/pricing', anchor: 'Peak hours' },
  { provider: 'zai', url: ZAI_PLAN, anchor: 'Singapore Standard Time' },
  { key: 'zai-plan-model-coverage', provider: 'zai', url: ZAI_PLAN, anchor: 'will automatically be routed to' },
  {
    key: 'xiaomi-pay-as-you-go',
    provider: 'xiaomi',
    url: `${XIAOMI}/price/pay-as-you-go`,
    anchor: '按实际 Token 用量消耗账户余额',
  },
  {
    key: 'xiaomi-token-plan',
    provider: 'xiaomi',
    url: `${XIAOMI}/quick-start/faq/token-plan`,
    anchor: '夜间优惠消耗速率',
  },
];
