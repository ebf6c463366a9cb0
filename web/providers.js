// @ts-check
/** Whose models can be asked, by name: what they are called, where they usually are, whether they want a key. */

/** @type {Record<string, {label: string, url: string, key: boolean, inPage?: boolean}>} */
export const PROVIDERS = {
  ollama: { label: "Ollama", url: "http://127.0.0.1:11434/v1", key: false },
  "lm-studio": { label: "LM Studio", url: "http://127.0.0.1:1234/v1", key: false },
  "llama.cpp": { label: "llama.cpp", url: "http://127.0.0.1:8080/v1", key: false },
  vllm: { label: "vLLM", url: "http://127.0.0.1:8000/v1", key: false },
  openai: { label: "OpenAI", url: "https://api.openai.com/v1", key: true },
  openrouter: { label: "OpenRouter", url: "https://openrouter.ai/api/v1", key: true },
  groq: { label: "Groq", url: "https://api.groq.com/openai/v1", key: true },
  cerebras: { label: "Cerebras", url: "https://api.cerebras.ai/v1", key: true },
  mistral: { label: "Mistral", url: "https://api.mistral.ai/v1", key: true },
  anthropic: { label: "Anthropic", url: "https://api.anthropic.com/v1", key: true },
  gemini: { label: "Gemini", url: "https://generativelanguage.googleapis.com/v1beta", key: true },
  "built-in": { label: "", url: "", key: false, inPage: true },
  webllm: { label: "WebLLM", url: "", key: false, inPage: true },
  custom: { label: "", url: "", key: false },
};
