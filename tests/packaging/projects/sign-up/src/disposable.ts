import disposable from "../domains.txt?filter&keys=email&errorRate=0.001";

export { disposable };
