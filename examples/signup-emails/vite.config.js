export default {
  server: {
    proxy: { "^/(disposable\\?|sign-up$)": "http://localhost:3000" },
  },
};
